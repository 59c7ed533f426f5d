import type { BridgeResponse } from '../wire/protocol';

const EMPTY_STATUS = new Set([101, 204, 205, 304]);

/**
 * An answer of the API as pages read it. Node's own `Response` comes with all of its `fetch`: 13 MB of a process, and part of its
 * first page's time. It is made for whoever asks for more than a status, a text or JSON.
 */
class GuestResponse implements Response {
  readonly status: number;
  readonly ok: boolean;
  readonly statusText = '';
  readonly redirected = false;
  readonly type = 'default';
  readonly url = '';
  private isRead = false;
  private made: Response | undefined;

  constructor(private readonly answer: BridgeResponse) {
    this.status = answer.status;
    this.ok = answer.status >= 200 && answer.status < 300;
  }

  get bodyUsed(): boolean {
    return this.made?.bodyUsed ?? this.isRead;
  }

  async text(): Promise<string> {
    if (this.made) return this.made.text();
    if (this.isRead) throw new TypeError('Body is unusable: Body has already been read');
    this.isRead = true;
    return EMPTY_STATUS.has(this.status) ? '' : this.answer.body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  get headers(): Headers {
    return this.platform.headers;
  }

  get body(): Response['body'] {
    return this.platform.body;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.platform.arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.platform.blob();
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.platform.bytes();
  }

  formData(): Promise<FormData> {
    return this.platform.formData();
  }

  clone(): Response {
    return this.platform.clone();
  }

  private get platform(): Response {
    if (this.made) return this.made;
    const { status, headers, body } = this.answer;
    this.made = new Response(EMPTY_STATUS.has(status) ? null : body, { status, headers });
    if (this.isRead) void this.made.text();
    return this.made;
  }
}

/** Response of an API call. `instanceof Response` holds. */
export const guestResponse = (answer: BridgeResponse): Response =>
  new Proxy(new GuestResponse(answer), { getPrototypeOf: () => Response.prototype });
