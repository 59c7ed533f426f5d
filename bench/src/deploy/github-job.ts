import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

/** What an expression may ask for: `inputs.app`, `vars.RELEASES_URL`. */
export type Context = Readonly<Record<string, string>>;

export interface GithubJob {
  env: Record<string, string>;
  /** The lines of its steps that run a command; what is used instead (`actions/checkout`) is named. */
  steps: { run?: string; uses?: string }[];
}

interface Token {
  expr?: string;
  value?: string;
}

/** @throws naming an expression that the context has no value for */
const filledIn = ({ expr, value }: Token, context: Context): string => {
  if (!expr) return String(value ?? '');
  const found = context[expr];
  if (found === undefined) throw new Error(`The workflow asks for ${expr}, which nobody gave.`);
  return found;
};

/** A job as GitHub's own parser reads it, with its expressions filled in. @throws naming what is wrong with it */
export async function readGithubJob(file: string, id: string, context: Context): Promise<GithubJob> {
  const source = { name: basename(file), content: readFileSync(file, 'utf8') };
  const parsed = parseWorkflow(source, new NoOperationTraceWriter());
  const [fault] = parsed.context.errors.getErrors();
  if (fault || !parsed.value) throw new Error(`${file}: ${fault?.message}`);
  const template = await convertWorkflowTemplate(parsed.context, parsed.value);
  const job = template.jobs.find((each) => each.id.value === id);
  if (job?.type !== 'job') throw new Error(`${file} has no job ${id}.`);
  const { map = [] } = JSON.parse(JSON.stringify(job.env ?? {})) as { map?: { Key: string; Value: string | Token }[] };
  const env = map.map(({ Key, Value }) => [Key, typeof Value === 'string' ? Value : filledIn(Value, context)] as const);
  const steps = JSON.parse(JSON.stringify(job.steps)) as GithubJob['steps'];
  return { env: Object.fromEntries(env), steps };
}
