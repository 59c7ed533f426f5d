import { createLogger } from './federation-log';

test.each(['error', 'warn'] as const)('a %s of the federation reaches the console, with who says it', (method) => {
  const said = jest.spyOn(console, method).mockImplementation(() => {});
  createLogger('[ Federation Runtime ]')[method]('No version of react fits.');
  expect(said).toHaveBeenCalledWith('[ Federation Runtime ]', 'No version of react fits.');
});
