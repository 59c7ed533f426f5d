import { act, fireEvent, render, screen } from '@testing-library/react';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { testConfig } from 'site/testing';
import { createShellApi, overlayStore } from '../../shell-api';
import { MenuButton } from '../Header/Header';
import { later, Overlays } from './Overlays';

let isLineDown = false;
const overTheLine = (module: string) => {
  if (isLineDown) throw new Error(`Loading ${module} failed`);
  return jest.requireActual(module);
};
jest.mock('./Notices', () => overTheLine('./Notices'));
jest.mock('../EnquiryModal/EnquiryModal', () => overTheLine('../EnquiryModal/EnquiryModal'));
jest.mock('../Drawer/Drawer', () => overTheLine('../Drawer/Drawer'));

const navigator = { navigate: jest.fn(), setHead: jest.fn() };
const shell = createShellApi(navigator as Partial<Navigator> as Navigator);

beforeEach(() => {
  isLineDown = true;
  render(<Overlays config={testConfig} shell={shell} />);
});
afterEach(() => act(() => overlayStore.set({ drawer: false, enquiry: undefined, alert: undefined, toast: undefined })));

const ask = (request: () => void) => act(async () => request());

it('leads to the page with the questions while the code of the enquiry does not come, and opens it later', async () => {
  await ask(() => shell.openEnquiry());
  expect(navigator.navigate).toHaveBeenCalledWith('/contact');
  expect(overlayStore.get().enquiry).toBeUndefined();
  isLineDown = false;
  await ask(() => shell.openEnquiry());
  expect(await screen.findByRole('dialog', { name: "Got an Idea? Let's Make It Happen" })).toBeInTheDocument();
});

it('says by the browser what the code of an alert does not come for, the newest where there are two', async () => {
  const said = jest.spyOn(window, 'alert').mockImplementation(() => {});
  const [first, second] = [jest.fn(), jest.fn()];
  await ask(() => {
    void shell.alert('One').then(first);
    void shell.alert('Two').then(second);
  });
  expect(said.mock.calls).toEqual([['Two']]);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  isLineDown = false;
  await ask(() => void shell.alert('Three'));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Three');
});

it('leads to the links at the foot of the page while the code of the menu does not come, and opens it later', async () => {
  const foot = document.body.appendChild(document.createElement('footer'));
  foot.scrollIntoView = jest.fn();
  render(<MenuButton config={testConfig} />);
  const menu = screen.getByRole('button', { name: 'Menu' });
  await ask(() => fireEvent.click(menu));
  expect(foot.scrollIntoView).toHaveBeenCalled();
  expect(menu).toHaveAttribute('aria-expanded', 'false');
  foot.remove();
  isLineDown = false;
  await ask(() => fireEvent.click(menu));
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeInTheDocument();
});

it('says that code is on its way once that takes long', async () => {
  const Silent = later(() => new Promise<never>(() => {}), jest.fn());
  render(<Silent />);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
});
