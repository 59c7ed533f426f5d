import type { Scenario, ScenarioAnswer } from './scenario';

type Current = () => Scenario | undefined;
type Report = (text: string) => void;

/** Paths of the standalone page's own files, such as hot updates. */
const OWN_FILES = /^\/_/;

const answerFor = (scenario: Scenario | undefined, url: URL): ScenarioAnswer | undefined =>
  scenario?.answers.find(({ match }) => url.href.includes(match));

const wait = (milliseconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    if (Number.isFinite(milliseconds)) setTimeout(resolve, milliseconds);
  });

const bodyText = (answer: ScenarioAnswer, url: URL): string => {
  const body: unknown = typeof answer.body === 'function' ? answer.body(url) : answer.body;
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
};

async function answerCall(answer: ScenarioAnswer, url: URL, signal?: AbortSignal | null): Promise<Response> {
  if (answer.delayMs) await wait(answer.delayMs, signal);
  if (answer.offline) throw new TypeError('Failed to fetch');
  const type = typeof answer.body === 'string' ? 'text/plain' : 'application/json';
  return new Response(bodyText(answer, url), { status: answer.status ?? 200, headers: { 'content-type': type } });
}

/** Answers the remote's `fetch` calls by the chosen scenario; other calls go to the network. */
export function interceptFetch(current: Current, report: Report): void {
  const real = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const url = new URL(request?.url ?? String(input), window.location.href);
    if (OWN_FILES.test(url.pathname)) return real(input, init);
    const answer = answerFor(current(), url);
    report(`${init?.method ?? request?.method ?? 'GET'} ${url.pathname}${url.search}${answer ? '' : ' (real)'}`);
    return answer ? answerCall(answer, url, init?.signal ?? request?.signal) : real(input, init);
  };
}

/** The address of a posted form; undefined when the remote handles it, when it is no POST, or when it leads to another origin. */
const postedTo = ({ target, submitter, defaultPrevented }: SubmitEvent): URL | undefined => {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return undefined;
  const method = submitter?.getAttribute('formmethod') ?? target.method;
  const url = new URL(submitter?.getAttribute('formaction') ?? target.action, window.location.href);
  return method.toLowerCase() === 'post' && url.origin === window.location.origin ? url : undefined;
};

/** Answers posted forms by the chosen scenario, as the remote's back end would; other forms are posted. */
export function interceptForms(current: Current, report: Report, go: (path: string) => void): void {
  document.addEventListener('submit', (event) => {
    const url = postedTo(event);
    const answer = url && answerFor(current(), url);
    if (!url || !answer) return;
    event.preventDefault();
    report(`POST ${url.pathname} → ${answer.redirect ?? answer.status ?? 200}`);
    if (answer.redirect) go(answer.redirect);
  });
}

/** Answers `XMLHttpRequest` by the chosen scenario; the upload uses it for its progress. */
export function interceptXhr(current: Current, report: Report): void {
  const Real = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Real {
    #url = new URL(window.location.href);

    override open(method: string, address: string | URL): void {
      this.#url = new URL(address, window.location.href);
      super.open(method, address, true);
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const answer = answerFor(current(), this.#url);
      report(`POST ${this.#url.pathname}${answer ? '' : ' (real)'}`);
      if (!answer) {
        super.send(body);
        return;
      }
      const end = (type: 'load' | 'error') => {
        for (const name of [type, 'loadend']) this.dispatchEvent(new ProgressEvent(name));
      };
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 60, total: 100 }));
      answerCall(answer, this.#url).then(
        async (response) => {
          const text = await response.text();
          const { status } = response;
          for (const [name, value] of Object.entries({ status, responseText: text, response: text }))
            Object.defineProperty(this, name, { value, configurable: true });
          end('load');
        },
        () => end('error'),
      );
    }
  };
}
