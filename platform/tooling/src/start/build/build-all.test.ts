jest.mock('webpack', () => {
  throw new Error('The bundler was loaded.');
});

test('a start with nothing to build waits for no bundler', async () => {
  await expect(import('./build-all')).resolves.toHaveProperty('buildApps');
  await expect(import('../publish-all')).resolves.toHaveProperty('publishAll');
});
