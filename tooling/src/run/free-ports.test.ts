import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireFreePorts } from './free-ports';

it('names the setting whose port another program holds', async () => {
  const other = createServer((_request, response) => response.end('ok'));
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port));
  });
  await expect(requireFreePorts({ API_PORT: port })).rejects.toThrow(`API_PORT: ${port} is taken by another program`);
  await new Promise((resolve) => other.close(resolve));
  await expect(requireFreePorts({ API_PORT: port })).resolves.toBeUndefined();
});
