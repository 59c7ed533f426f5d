import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findProgram } from '@wholepage/tooling/find-program';
import { stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';

const config = (folder: string, port: number, headers: Record<string, string>) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  types { }
  default_type "${headers['content-type'] ?? 'text/html'}";
  open_file_cache max=10;
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      try_files /page.br =404;
${Object.entries(headers)
  .filter(([name]) => !/^(content-type|content-length|etag)$/.test(name))
  .map(([name, value]) => `      add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  .join('\n')}
    }
  }
}
`;

/**
 * nginx with one worker, sending the file with these headers.
 * @returns undefined where there is no nginx
 */
export async function startNginx(port: number, bodyFile: string, headers: Record<string, string>) {
  const program = findProgram('nginx');
  if (!program) return undefined;
  const folder = dirname(bodyFile);
  // Its worker is another user when we are root.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'nginx.conf'), config(folder, port, headers));
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  const service = {
    name: 'nginx',
    child,
    ended: new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  };
  await waitUntilHealthy(service, origin, 10_000);
  return { origin, stop: () => stopServices([service]) };
}
