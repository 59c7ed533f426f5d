import { screen, waitFor } from '@testing-library/react';
import { ofUnits } from 'api-wire/money';
import { stubShell } from 'site/testing';
import type { Offer } from '../content/courses';
import { show } from '../testing/remote';
import { Enrolment } from './Enrolment';

const offer: Offer = {
  variant: 'online',
  label: 'Online Course',
  price: ofUnits(50_000),
  description: 'Online Course',
  plusTax: true,
};

afterEach(() => jest.resetModules());

test('says that its code is on its way, and opens as soon as it is there, for who has chosen a course already', async () => {
  show(<Enrolment offer={offer} failurePrefix="Payment failed: " onClose={() => {}} />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('says so when its code cannot be loaded, and can be chosen again', async () => {
  jest.doMock('./EnrolmentDialog/EnrolmentDialog', () => {
    throw new Error('Loading chunk enrolment failed.');
  });
  const shell = stubShell();
  const onClose = jest.fn();
  show(<Enrolment offer={offer} failurePrefix="Payment failed: " onClose={onClose} />, shell);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(shell.alert).toHaveBeenCalledWith(
    'The payment window could not be loaded. Please check your connection and try again.',
  );
});
