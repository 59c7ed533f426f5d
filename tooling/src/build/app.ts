import type { AppName } from 'contracts/version';

/** All that an app's own `webpack.config.ts` says; this preset does the rest. */
export interface AppDefinition {
  name: AppName;
  /** Port on which the app runs alone. */
  port: number;
  kind: 'remote' | 'shell';
}

export const remote = (name: Exclude<AppName, 'shell'>, port: number): AppDefinition => ({
  name,
  port,
  kind: 'remote',
});
export const shell = (port: number): AppDefinition => ({ name: 'shell', port, kind: 'shell' });
