import { screen, waitFor } from '@testing-library/react';
import { emailService, fill, freshServices, HOME, sentBody, shell, show, submit } from './testing/filled-form';

jest.mock('@emailjs/browser', () => ({
  init: (...given: unknown[]) => emailService.init(...given),
  sendForm: (...given: unknown[]) => emailService.sendForm(...given),
}));
// The guide "Add a field to a form" promises that one line of the declaration is enough.
jest.mock('api-wire/forms', () => {
  const actual = jest.requireActual<typeof import('api-wire/forms')>('api-wire/forms');
  const { home } = actual.FORMS;
  const text = { kind: 'text', maxLength: 120 };
  const mill = { ...text, name: 'mill', label: 'Your mill', noun: 'mill', half: true };
  const delivery = { ...text, name: 'delivery', label: 'Delivery to', noun: 'place', optional: true };
  const fields = [...home.fields, mill, delivery];
  return { ...actual, FORMS: { ...actual.FORMS, home: { ...home, fields, mail: 'modal' } } };
});

freshServices();

test('a field that is declared is shown, checked and sent', async () => {
  show('home');
  const { 'Your mill': mill = '', ...others } = HOME as Record<string, string>;
  await fill(others);
  await submit();
  expect(screen.getByLabelText('Your mill')).toHaveAccessibleDescription('Please enter your mill.');
  expect(screen.getByLabelText('Your mill')).toBeRequired();
  expect(screen.getByLabelText(/^Delivery to/)).not.toBeRequired();
  await fill({ 'Your mill': mill });
  await submit();
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
  expect(sentBody()).toMatchObject({ mill, delivery: '' });
  // The template of another form serves this one.
  expect(sessionStorage).toHaveLength(0);
});
