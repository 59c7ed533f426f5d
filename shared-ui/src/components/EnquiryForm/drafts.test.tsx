import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { quietShell, sampleConfig } from '../../../gallery/samples';
import { EnquiryForm } from './EnquiryForm';

const form = <EnquiryForm form="contact" config={sampleConfig} shell={quietShell} />;
const subject = () => screen.getByLabelText<HTMLInputElement>('Subject');

beforeEach(() => sessionStorage.clear());

test('what is typed before scripts run survives a reload', async () => {
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(form);
  subject().value = 'Linen';
  const first = await act(async () => render(form, { container: page, hydrate: true }));
  expect(subject().value).toBe('Linen');
  first.unmount();
  page.remove();
  render(form);
  expect(subject().value).toBe('Linen');
});

test('of a form that nobody touched nothing is kept', () => {
  render(form);
  expect(sessionStorage).toHaveLength(0);
});
