import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIVE_SET_PATH, type LiveSet, type SetDocument, setPath } from '@wholepage/contracts/page';
import { integrityOf } from '@wholepage/releases/manifest';
import { SITE } from '../browser/browser';

/** The failure of the files that a fault matches. */
export type FaultKind = 'refused' | '404' | '503' | 'hangs' | 'wrong content' | 'throws on load' | 'wrong integrity';

export interface Fault {
  match: RegExp;
  kind?: FaultKind;
  /** Edits the file's text. Pages then promise the integrity of the new text. */
  edit?(text: string): string;
}

/** A proxy before the site that makes single files fail as a network or a bad release would. */
export interface FaultProxy {
  origin: string;
  fault: Fault | undefined;
  /** Sets a fault of a remote's entry and edits it at once, because pages promise its integrity before it is requested. */
  faultEntry(fault: Fault): Promise<void>;
  /** Number of requests by path since the last {@link reset}. */
  readonly requests: ReadonlyMap<string, number>;
  reset(): void;
  close(): Promise<void>;
}

const THROWS = 'throw new Error("on purpose");';
const REFERS = /text\/html|json/;

export async function startFaultProxy(): Promise<FaultProxy> {
  const requests = new Map<string, number>();
  /** Integrity of edited files, by the integrity of the originals. */
  const promised = new Map<string, string>();

  const edited = async (path: string, fault: Fault): Promise<string | undefined> => {
    const edit = fault.kind === 'throws on load' ? () => THROWS : fault.edit;
    if (!edit) return undefined;
    const text = await (await fetch(SITE + path)).text();
    const made = edit(text);
    promised.set(integrityOf(text), integrityOf(made));
    return made;
  };

  const script = (response: ServerResponse, text: string) =>
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text);

  const fail = async (fault: Fault, path: string, request: IncomingMessage, response: ServerResponse) => {
    const { kind } = fault;
    if (kind === 'hangs') return;
    if (kind === 'refused') return request.socket.destroy();
    if (kind === '404' || kind === '503') return response.writeHead(Number(kind)).end();
    if (kind === 'wrong content') return script(response, '<!doctype html><title>Not here</title>');
    if (kind === 'wrong integrity') return script(response, `${await (await fetch(SITE + path)).text()}\n`);
    return script(response, (await edited(path, fault)) ?? '');
  };

  const pass = async (path: string, request: IncomingMessage, response: ServerResponse) => {
    const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = request.headers;
    const answer = await fetch(SITE + path, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      redirect: 'manual',
    });
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection|etag)$/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries(kept));
    if (!REFERS.test(answer.headers.get('content-type') ?? '')) {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    let text = await answer.text();
    for (const [before, after] of promised) text = text.replaceAll(before, after);
    response.end(text);
  };

  const proxy: FaultProxy = {
    origin: '',
    fault: undefined,
    requests,
    async faultEntry(fault) {
      const { id } = (await (await fetch(SITE + LIVE_SET_PATH)).json()) as LiveSet;
      const { remotes } = (await (await fetch(SITE + setPath(id))).json()) as SetDocument;
      await Promise.all(
        remotes.filter(({ entry }) => fault.match.test(entry)).map(({ entry }) => edited(entry, fault)),
      );
      proxy.fault = fault;
    },
    reset() {
      proxy.fault = undefined;
      requests.clear();
      promised.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    // Browsers retry by themselves when a kept-alive connection ends.
    response.shouldKeepAlive = false;
    const path = request.url ?? '/';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const { fault } = proxy;
    const answered = fault?.match.test(path) ? fail(fault, path, request, response) : pass(path, request, response);
    answered.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
}
