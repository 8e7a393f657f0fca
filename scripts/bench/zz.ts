import { prepareDataset } from './dataset.ts';
for (const n of process.argv[2].split(',')) console.log(await prepareDataset(Number(n), process.argv[3]));
