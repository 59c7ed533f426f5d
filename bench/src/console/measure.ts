import type { Line } from '../measure/line';
import { asLine, writeRun } from '../measure/run';
import { measureForgedReports } from './forged-reports';
import { measureOverview } from './overview';
import { measurePreview } from './preview-cost';

/** What the console costs those who look at it, and what its reports and previews cost visitors. */
export async function measureConsole(): Promise<Line[]> {
  const values = [...(await measureOverview()), ...(await measureForgedReports()), ...(await measurePreview())];
  await writeRun('console', values);
  return values.map(asLine);
}
