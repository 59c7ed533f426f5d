import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../paths';

const DEPLOY = join(ROOT, 'deploy');

export const deployFile = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

/** The parts of a Kubernetes manifest that other files refer to. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
}

/** All manifests that `kubectl apply -k` sends, each with its file. */
export function kubernetesManifests(): { file: string; manifest: Manifest }[] {
  const { resources } = parse(deployFile('kubernetes/kustomization.yaml')) as { resources: string[] };
  return resources.flatMap((file) =>
    parseAllDocuments(deployFile(join('kubernetes', file))).map((document) => ({
      file,
      manifest: document.toJS() as Manifest,
    })),
  );
}

/** Files in the folder that the kustomization does not list. */
export function forgottenManifests(): string[] {
  const { resources } = parse(deployFile('kubernetes/kustomization.yaml')) as { resources: string[] };
  const files = readdirSync(join(DEPLOY, 'kubernetes'));
  return files.filter((file) => file !== 'kustomization.yaml' && !resources.includes(file));
}

/** The compose file with its anchors and merges resolved. */
export const composeFile = (): Record<string, unknown> => parse(deployFile('containers/compose.yaml'), { merge: true });
