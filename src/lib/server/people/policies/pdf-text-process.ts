// Reads a PDF from standard input and writes its text: a program of its own, since a PDF can take a reader's memory and
// time (docs/decisions/0052-publishing.md). It fails for a file that cannot be opened.
import { buffer } from 'node:stream/consumers';

import { pdfText } from './pdf-text.ts';

process.stdout.write(await pdfText(await buffer(process.stdin)));
