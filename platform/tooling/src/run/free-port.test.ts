import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireFreePorts } from './spawn';

it('names the setting whose port another program holds', async () => {
  const other = createServer((_request, response) => response.end('ok'));
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port));
  });
  await expect(requireFreePorts({ API_PORT: port })).rejects.toThrow(`API_PORT: ${port} is taken by another program`);
  await new Promise((resolve) => other.close(resolve));
  await expect(requireFreePorts({ API_PORT: port })).resolves.toBeUndefined();
});

it.each([Number.NaN, 0, 70_000, 80.5])('names the setting that holds no port but %d', async (port) => {
  await expect(requireFreePorts({ PORT: port })).rejects.toThrow(
    'PORT must be a port: a whole number from 1 to 65535.',
  );
});
