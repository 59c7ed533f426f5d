import { act, fireEvent, render, screen } from '@testing-library/react';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { testConfig } from 'site/testing';
import { createShellApi, overlayStore } from '../../shell-api';
import { Overlays } from './Overlays';

const navigator = { navigate: jest.fn(), setHead: jest.fn() };
const shell = createShellApi(navigator as Partial<Navigator> as Navigator);

beforeAll(async () => {
  // Lazy modules are loaded first, so that the tests can use fake timers.
  await Promise.all([import('./Notices'), import('../EnquiryModal/EnquiryModal')]);
});
beforeEach(() => {
  jest.useFakeTimers();
  render(<Overlays config={testConfig} shell={shell} />);
});
afterEach(() => {
  act(() => overlayStore.set({ enquiry: undefined, alert: undefined, toast: undefined, busy: false }));
  jest.useRealTimers();
});

const ask = (request: () => void) =>
  act(async () => {
    request();
    await jest.advanceTimersByTimeAsync(0);
  });
const after = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('a toast', () => {
  it('is said, and gone after 5000 ms', async () => {
    await ask(() => shell.toast('Saved'));
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    await after(4_990);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await after(20);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('does not stay longer because something else happens meanwhile', async () => {
    await ask(() => shell.toast('Saved'));
    await after(4_000);
    await ask(() => overlayStore.set({ busy: true }));
    await after(1_010);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
});

describe('an alert', () => {
  it('shows its text until it is answered', async () => {
    const answered = jest.fn();
    await ask(() => void shell.alert('Enter your name').then(answered));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('Enter your name');
    expect(answered).not.toHaveBeenCalled();
    await ask(() => fireEvent.click(screen.getByRole('button', { name: 'OK' })));
    expect(answered).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('is answered by the next', async () => {
    const [first, second] = [jest.fn(), jest.fn()];
    await ask(() => void shell.alert('One').then(first));
    await ask(() => void shell.alert('Two').then(second));
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Two');
  });
});

it('opens the enquiry, and closes it', async () => {
  await ask(() => shell.openEnquiry());
  expect(screen.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" })).toBeInTheDocument();
  await ask(() => fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  await after(1_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('begins the message of an enquiry with what it is about', async () => {
  const page = document.body.appendChild(document.createElement('main'));
  page.innerHTML = '<div data-about="Aviation"></div>';
  await ask(() => shell.openEnquiry());
  page.remove();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('About Aviation: ');
});

it('hands on where remotes want to go and what their page is called', () => {
  shell.navigate('/blog');
  shell.setHead({ title: 'Journal' });
  expect(navigator.navigate).toHaveBeenCalledWith('/blog');
  expect(navigator.setHead).toHaveBeenCalledWith({ title: 'Journal' });
});
