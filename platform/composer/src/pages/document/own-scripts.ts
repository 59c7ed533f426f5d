import { devtoolsOf } from '../../devtools/devtools-script';
import { goalsScriptOf } from '../../experiments/goals';
import type { ReleaseSet } from '../../releases/release-set';
import type { Settings } from '../../settings/settings';
import { RELOAD_SCRIPT } from './dev-reload';

/** Scripts of the composer's own: for developers, and while an experiment counts events. */
export const ownScripts = (set: ReleaseSet, { DEV_RELOAD, site }: Settings): string[] => {
  const isReloading = DEV_RELOAD === '1';
  const goals = goalsScriptOf(set, site.definition.goals);
  return [devtoolsOf(set, isReloading), isReloading ? RELOAD_SCRIPT : undefined, goals].filter(
    (src) => src !== undefined,
  );
};
