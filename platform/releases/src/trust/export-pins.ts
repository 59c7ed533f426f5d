import { createPublicKey } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { localKey } from './local-keys';
import { claimedBy, LOCAL_RIGHTS, localStepKey, makeLocalStepKey, STEP_ROLES, stepKeyFile } from './local-pins';
import { ALL } from './pins';
import { keyText } from './trust';

export interface ExportedPins {
  /** What `RELEASE_KEYS` says elsewhere. */
  releaseKeys: string;
  /** Files with the private keys of steps, for `STEP_SIGNING_KEY` of pipelines and of composers. */
  stepKeys: Record<(typeof STEP_ROLES)[number], string>;
}

/** What was made and pinned on this machine, in the form that pins it on others. @param keysDir `DATA_DIR/release-keys` */
export async function exportPins(keysDir: string): Promise<ExportedPins> {
  for (const role of STEP_ROLES) if (!localStepKey(keysDir, role)) await makeLocalStepKey(keysDir, role);
  const names = (await readdir(keysDir)).filter((name) => name.endsWith('.pem')).map((name) => name.slice(0, -4));
  const apps = names.map((app) => {
    const key = localKey(keysDir, app);
    const { paths = [], cookies = [] } = claimedBy(keysDir, app) ?? {};
    return [app, { keys: key ? [keyText(createPublicKey(key))] : [], paths, cookies, trust: 'full' }] as const;
  });
  const steps = STEP_ROLES.map((role) => {
    const key = localStepKey(keysDir, role);
    const keys = key ? [keyText(createPublicKey(key))] : [];
    return [role, { keys, actions: LOCAL_RIGHTS[role], apps: [ALL] }] as const;
  });
  const preview = steps.find(([role]) => role === 'operator')?.[1].keys ?? [];
  return {
    releaseKeys: JSON.stringify({ apps: Object.fromEntries(apps), steps: Object.fromEntries(steps), preview }),
    stepKeys: { operator: stepKeyFile(keysDir, 'operator'), composer: stepKeyFile(keysDir, 'composer') },
  };
}
