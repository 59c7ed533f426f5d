import type { IncomingMessage } from 'node:http';
import type { RouteParams } from '@wholepage/page-rules/route-match';

export interface Call {
  url: URL;
  params: RouteParams;
  headers: IncomingMessage['headers'];
  /** The parsed JSON body; `{}` when there is none. */
  body: Record<string, unknown>;
}

/** An object or array leaves as JSON, a string as the given type. */
export interface Reply {
  status?: number;
  type?: string;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST';
  /** A pattern such as `/v1/orders/:id`. */
  path: string;
  handle(call: Call): Reply | Promise<Reply>;
}
