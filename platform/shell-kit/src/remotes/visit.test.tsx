import { reportFailure } from '../reports/report';
import { Visit } from './remote-host';

jest.mock('../reports/report');

const lifecycle = async () => {};
const app = { bootstrap: lifecycle, mount: lifecycle, unmount: lifecycle };

test('an event that a page may not publish is reported with its name, and the console says it', () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => {});
  const remote = { name: 'mf-blog', version: '1.0.0', entry: '', css: [] } as unknown as Visit['remote'];
  const events = new Visit(remote, '/blog', false, new WeakSet()).eventsOf(app);
  events.publish('mf-blog:post-read', {});
  const said = 'mf-blog:post-read does not fit src/events.ts';
  expect(reportFailure).toHaveBeenCalledWith(
    { app: 'mf-blog', version: '1.0.0' },
    'event',
    expect.objectContaining({ message: said }),
  );
  expect(info).toHaveBeenCalledWith(said);
});
