import { type KeptService, stopKept } from '@wholepage/tooling/kept-service';
import { siteDefinition, staffOf } from '@wholepage/tooling/live-site';
import { startStaffServices } from '@wholepage/tooling/staff-services';

/** How much of what a service printed is shown when it does not start. */
const SHOWN_LINES = 20;

/** A service of staff beside the site under test. */
export interface Staffed {
  /** Signs its first person in, once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts a service of staff as `npm start` does, with the program that the site under test was built with. @param title as its first line names it */
export async function startStaffed(name: string, title: string, env: NodeJS.ProcessEnv): Promise<Staffed> {
  const lines: string[] = [];
  let say: (line: string) => void = () => undefined;
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  const services: KeptService[] = await startStaffServices({
    env,
    services: staffOf(await siteDefinition()).filter((one) => one.name === name),
    build: false,
    say,
    onLine: (_service, line) => lines.push(line),
  });
  const line = await said;
  const prefix = `${title}: `;
  if (!line.startsWith(`${prefix}http`)) throw new Error([line, ...lines.slice(-SHOWN_LINES)].join('\n'));
  return { link: line.slice(prefix.length), stop: () => stopKept(services) };
}
