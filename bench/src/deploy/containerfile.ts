/** A step of a Containerfile, in the order in which a builder takes them. */
export type Step =
  | { kind: 'RUN'; command: string }
  | { kind: 'COPY'; from: string | undefined; source: string; target: string }
  | { kind: 'WORKDIR'; folder: string }
  | { kind: 'ENV'; values: Record<string, string> }
  | { kind: 'USER'; user: string }
  | { kind: 'CMD'; words: string[] };

export interface Stage {
  /** Its own name, and the image or stage that it starts from. */
  name: string;
  from: string;
  steps: Step[];
}

const values = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\s+/).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );

function copyStep(rest: string): Step {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const [source = '', target = ''] = words;
  return { kind: 'COPY', from, source, target };
}

/** @throws naming an instruction that nobody here can take */
function stepOf(instruction: string, rest: string): Step | undefined {
  switch (instruction) {
    case 'RUN':
      return { kind: 'RUN', command: rest };
    case 'COPY':
      return copyStep(rest);
    case 'WORKDIR':
      return { kind: 'WORKDIR', folder: rest };
    case 'ENV':
      return { kind: 'ENV', values: values(rest) };
    case 'USER':
      return { kind: 'USER', user: rest };
    case 'CMD':
      return { kind: 'CMD', words: JSON.parse(rest) as string[] };
    case 'EXPOSE':
      return undefined;
    default:
      throw new Error(`The Containerfile has a ${instruction}, which is not known here.`);
  }
}

/** @returns the stages in their order */
export function parseContainerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (!instruction) continue;
    if (instruction === 'FROM') {
      const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      stages.push({ name, from, steps: [] });
      continue;
    }
    const step = stepOf(instruction, rest);
    if (step) stages.at(-1)?.steps.push(step);
  }
  return stages;
}
