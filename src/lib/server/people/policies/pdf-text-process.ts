// Reads a PDF from standard input and writes its text. A separate process, since a PDF can exhaust a reader's memory
// and time (docs/decisions/0052-publishing.md). Fails for a file that cannot be opened.
import { buffer } from 'node:stream/consumers';

import { pdfText } from './pdf-text.ts';

process.stdout.write(await pdfText(await buffer(process.stdin)));
