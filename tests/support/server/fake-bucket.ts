// A small S3 on loopback, which stores objects in memory, verifies every signature, and can simulate failures.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AwsV4Signer } from 'aws4fetch';

const KEYS = { accessKeyId: 'glean', secretAccessKey: 'a/secret+key' };
const REGION = 'ap-southeast-1';
const BUCKET = '/pictures';
const PAGE = 2;

interface StoredObject {
  bytes: Buffer;
  type: string;
  modified: Date;
  /** metadata, as sent */
  sha256?: string | undefined;
}

/** A failure of the next request: no response, a reset, half a body, a changed byte, or a status with an S3 code. */
type Failure = 'silence' | 'reset' | 'stall' | 'flip' | number | [number, string] | undefined;

export interface FakeBucket {
  url: string;
  objects: Map<string, StoredObject>;
  /** every request, as `METHOD /key` */
  calls: string[];
  /** failures of the next requests, one each */
  failures: Failure[];
  /** whether it damages uploaded databases */
  damagesUploads: boolean;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether the request is signed with the tests' keys, and its body matches the signed checksum. */
async function isSigned(request: IncomingMessage, body: Buffer): Promise<boolean> {
  const given = request.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]*)/.exec(given)?.[1]?.split(';') ?? [];
  const headers = names
    .filter((name) => name !== 'host')
    .map((name) => [name, String(request.headers[name])]);
  const signer = new AwsV4Signer({
    ...KEYS,
    method: request.method ?? '',
    url: `http://${request.headers.host}${request.url}`,
    headers: Object.fromEntries(headers),
    service: 's3',
    region: REGION,
    datetime: String(request.headers['x-amz-date']),
  });
  const isChecked =
    body.length === 0 ||
    (names.includes('x-amz-checksum-sha256') &&
      request.headers['x-amz-checksum-sha256'] === hash('sha256', body, 'base64'));
  return isChecked && given === (await signer.authHeader());
}

const sendError = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);

function list(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  response: ServerResponse,
) {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const all = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? ''));
  const rest = all.filter(([key]) => key > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, PAGE);
  const last = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64');
  const entries = page.map(
    ([key, { modified, bytes }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const isTruncated = rest.length > PAGE;
  const next = isTruncated ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
  const truncation = `<IsTruncated>${isTruncated}</IsTruncated>${next}`;
  response.end(
    `<?xml version="1.0"?><ListBucketResult>${truncation}${entries.join('\n')}</ListBucketResult>`,
  );
}

/** Changes one bit. */
function flip(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  const half = Math.floor(bytes.length / 2);
  flipped.writeUInt8(flipped.readUInt8(half) ^ 1, half);
  return flipped;
}

function serve(
  { objects, damagesUploads }: FakeBucket,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  failure: Failure,
) {
  const url = new URL(request.url ?? '', 'http://bucket');
  if (url.pathname === `${BUCKET}/`) return list(objects, url.searchParams, response);
  const key = url.pathname.slice(BUCKET.length + 1);
  const stored = objects.get(key);
  if (!url.pathname.startsWith(`${BUCKET}/`)) return sendError(response, 404, 'NoSuchBucket');
  const type = String(request.headers['content-type']);
  if (request.method === 'PUT')
    objects.set(key, {
      bytes: damagesUploads && type === 'application/octet-stream' ? flip(body) : body,
      type,
      modified: new Date(),
      sha256: request.headers['x-amz-meta-sha256']?.toString(),
    });
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method !== 'GET') return response.end();
  if (!stored) return sendError(response, 404, 'NoSuchKey');
  response.setHeader('content-type', stored.type).setHeader('content-length', stored.bytes.length);
  if (stored.sha256) response.setHeader('x-amz-meta-sha256', stored.sha256);
  const half = Math.floor(stored.bytes.length / 2);
  if (failure === 'stall') return response.write(stored.bytes.subarray(0, half));
  return response.end(failure === 'flip' ? flip(stored.bytes) : stored.bytes);
}

async function handle(bucket: FakeBucket, request: IncomingMessage, response: ServerResponse) {
  const body = await bodyOf(request);
  bucket.calls.push(`${request.method} ${request.url?.split('?')[0]}`);
  const failure = bucket.failures.shift();
  if (failure === 'silence') return;
  if (failure === 'reset') return request.socket.resetAndDestroy();
  if (typeof failure === 'number') return sendError(response, failure, 'SlowDown');
  if (Array.isArray(failure)) return sendError(response, ...failure);
  if (!(await isSigned(request, body))) return sendError(response, 403, 'SignatureDoesNotMatch');
  return serve(bucket, request, body, response, failure);
}

/** Starts an empty bucket. */
export async function openFakeBucket(): Promise<FakeBucket> {
  const server = createServer((request, response) => void handle(bucket, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = `${KEYS.accessKeyId}:${encodeURIComponent(KEYS.secretAccessKey)}`;
  const bucket: FakeBucket = {
    url: `s3://${secret}@127.0.0.1:${port}${BUCKET}?region=${REGION}&tls=false`,
    objects: new Map(),
    calls: [],
    failures: [],
    damagesUploads: false,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return bucket;
}
