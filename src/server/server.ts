import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

/**
 * Serves the built, pre-compressed app on loopback. No request leaves the machine: the Content-Security-Policy allows the app's own origin
 * only (inline styles are Monaco's and React Flow's; the planner runs in a worker of this origin).
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

export interface ServeOptions {
  /** Folder with index.html. */
  readonly folder: string;
  /** First port to try; taken ports are passed over, at most 50 of them. */
  readonly port: number;
}

function setHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Starts the server and gives its address. */
export async function serve(options: ServeOptions): Promise<string> {
  const files = sirv(options.folder, { brotli: true, gzip: true, etag: true, single: true, setHeaders });
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    files(request, response, () => {
      setHeaders(response);
      response.statusCode = 404;
      response.end('not found');
    });
  };
  for (let port = options.port; port < options.port + 50; port++) {
    const started = await listen(handle, port);
    if (started) return `http://127.0.0.1:${port}/`;
  }
  throw new Error(`no free port from ${options.port} to ${options.port + 49}`);
}

function listen(handle: (request: IncomingMessage, response: ServerResponse) => void, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer(handle);
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
}
