import { DatabaseSync } from 'node:sqlite';
import { statements } from '/work/main/scripts/bench/dataset-sql.ts';
import { openDatabase } from '/work/main/src/lib/server/db/open.ts';
import { migrate } from '/work/main/src/lib/server/db/migrate.ts';
const n = Number(process.argv[2]), detail = process.argv[3], prefix = process.argv[4];
const file = `/tmp/srch/d${n}.sqlite`;
import { existsSync } from 'node:fs';
if (!existsSync(file)) {
  const d = openDatabase(file); await migrate(d); await d.close();
  const db = new DatabaseSync(file); db.exec('pragma synchronous=off; pragma foreign_keys=off');
  for (const s of statements('sqlite', n, Date.now(), 'x').slice(0,3)) db.exec(s);
  db.close();
}
const db = new DatabaseSync(file);
db.exec('pragma synchronous=off; pragma cache_size=-64000');
db.exec('drop table if exists f');
const before = db.prepare('pragma page_count').get();
db.exec(`create virtual table f using fts5(title, description, content='', contentless_delete=1, detail=${detail}, prefix='${prefix}', tokenize="unicode61 remove_diacritics 2")`);
let t = Date.now();
db.exec('insert into f(rowid,title,description) select rowid, title, description from posts');
console.log('build', Date.now() - t, 'ms', 'MB', db.prepare('select sum(length(block))/1e6 mb from f_data').get());
const q = db.prepare('select rowid from f where f match ? order by rowid desc limit 3');
const words = ['"straw"*','"s"*','"st"*','"rice"* "straw"*','"a"* "b"* "c"* "d"* "e"* "f"*','"zzz"*','"no"* "12345"*','"mushroom"*','"mush"* "corn"* "coco"*','"bundles"* "barangay"*', '"agricultural"*'];
for (const w of words) {
  q.all(w);
  const ts = []; let r;
  for (let i = 0; i < 20; i++) { const s = performance.now(); r = q.all(w); ts.push(performance.now() - s); }
  ts.sort((a, b) => a - b);
  console.log(w.padEnd(40), r.length, 'med', ts[10].toFixed(3), 'max', ts[19].toFixed(3));
}
