/** What the gate made of a release. */
export interface GateResult {
  app: string;
  version: string;
  /** In one sentence. */
  summary: string;
  /** Its lines, with what sources and pages say: text of whoever made the change. */
  lines: readonly string[];
}

/** A page at one width: addresses of its pictures, empty where there is none. */
export interface Compared {
  what: string;
  before: string;
  after: string;
}

const MOST_LETTERS = 6_000;

/** Text that may hold anything, as text. */
const asText = (lines: readonly string[]): string => {
  const text = lines.join('\n').replaceAll('`', "'");
  return ['```text', text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text, '```'].join('\n');
};

const picture = (what: string, address: string): string => (address ? `![${what}](${address})` : 'no picture');

/** What a pull request says of its preview. */
export const commentText = (
  address: string,
  until: string,
  gates: readonly GateResult[],
  pages: readonly Compared[],
): string =>
  [
    `**[Open the preview](${address})**. It follows each push, and ends with this request, on ${until.slice(0, 10)} at the latest.`,
    '',
    '| app | release | gate |',
    '|---|---|---|',
    ...gates.map(({ app, version, summary }) => `| ${app} | ${version} | ${summary.replace(/[|`<>\n]/g, ' ')} |`),
    '',
    ...gates.flatMap(({ app, lines }) => [
      `<details><summary>What the gate says of ${app}</summary>`,
      '',
      asText(lines),
      '',
      '</details>',
      '',
    ]),
    '| page | before | after |',
    '|---|---|---|',
    ...pages.map(
      ({ what, before, after }) =>
        `| ${what} | ${picture(`${what}, before`, before)} | ${picture(`${what}, after`, after)} |`,
    ),
  ].join('\n');
