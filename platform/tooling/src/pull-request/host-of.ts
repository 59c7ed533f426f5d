import { UsageError } from '../run/command';
import type { CodeHost } from './code-host';
import { github } from './github';
import { gitlab } from './gitlab';

/** The host whose pipeline this is. @throws UsageError that names what is missing */
export function hostOf(env: NodeJS.ProcessEnv): CodeHost {
  const need = (name: string): string => {
    const value = env[name];
    if (value) return value;
    throw new UsageError(`Set ${name}: docs/release.md says what a pipeline gives.`);
  };
  if (env.GITLAB_CI)
    return gitlab({
      origin: need('CI_API_V4_URL'),
      project: need('CI_PROJECT_ID'),
      number: need('CI_MERGE_REQUEST_IID'),
      token: need('GITLAB_TOKEN'),
    });
  return github({
    origin: need('GITHUB_API_URL'),
    pages: need('GITHUB_SERVER_URL'),
    repository: need('GITHUB_REPOSITORY'),
    number: need('PULL_REQUEST'),
    token: need('GITHUB_TOKEN'),
  });
}
