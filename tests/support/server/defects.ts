// Preloaded into a server to let it fail: DEFECT=unready, or DEFECT=errors:<milliseconds after its start>.
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';

const [kind, after = '0'] = (process.env['DEFECT'] ?? '').split(':');
const started = Date.now();

const isUnready = (url: string): boolean => kind === 'unready' && url === '/readyz';
const isError = (url: string): boolean =>
  kind === 'errors' && url !== '/readyz' && Date.now() - started > Number(after);

// eslint-disable-next-line typescript/unbound-method -- it is called with the server
const { emit } = Server.prototype;
Server.prototype.emit = function emitOrFail(event: string, ...args: unknown[]) {
  const [request, response] = args as [IncomingMessage, ServerResponse];
  const url = event === 'request' ? (request.url ?? '') : '';
  if (!url || (!isUnready(url) && !isError(url))) return emit.call(this, event, ...args);
  response.writeHead(isUnready(url) ? 503 : 500).end('{"code":"defective"}');
  return true;
};
