import { Metrics } from './metrics';

const RELEASE = { app: 'mf-blog', version: '1.0.0' };

it('counts the faults of a release from zero, as soon as it has rendered a page', async () => {
  const metrics = new Metrics(() => 0);
  metrics.rendered(RELEASE, 'rendered', 0.01);
  const text = await metrics.registry.metrics();
  for (const outcome of ['failed', 'ended', 'timeout'])
    expect(text).toContain(`duration_seconds_count{app="mf-blog",version="1.0.0",outcome="${outcome}"} 0`);
  expect(text).toContain('composer_guest_ends_total{app="mf-blog",version="1.0.0"} 0');
});

it('never begins a number again', async () => {
  const metrics = new Metrics(() => 0);
  metrics.rendered(RELEASE, 'failed', 0.01);
  metrics.guestEnds.inc(RELEASE);
  metrics.rendered(RELEASE, 'failed', 0.01);
  const text = await metrics.registry.metrics();
  expect(text).toContain('duration_seconds_count{app="mf-blog",version="1.0.0",outcome="failed"} 2');
  expect(text).toContain('composer_guest_ends_total{app="mf-blog",version="1.0.0"} 1');
  expect((await metrics.rendersByApp()).get('mf-blog 1.0.0')).toMatchObject({ count: 2, faults: 2 });
});
