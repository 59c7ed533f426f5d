import { type KeptService, stopKept } from '@wholepage/tooling/kept-service';
import { siteDefinition, staffOf } from '@wholepage/tooling/live-site';
import { startStaffServices } from '@wholepage/tooling/staff-services';

/** Number of a service's last lines in the error when it does not start. */
const SHOWN_LINES = 20;

/** A staff service beside the site under test. */
export interface Staffed {
  /** A link that signs the first member of staff in, once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts a staff service as `npm start` does, from the existing build. @param title name at the start of its first line */
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
