import { act } from '@testing-library/react';
import { stubBrowser } from '../../testing/browser-parts';
import { savePlace } from './history-entries';
import { goToSavedPlace, releasePlace } from './saved-place';

const leave = jest.fn();
const holdPlace = jest.fn(() => leave);
jest.mock('./hold-place', () => ({ holdPlace: (...given: unknown[]) => holdPlace(...(given as [])) }));

beforeEach(() => {
  stubBrowser();
  window.history.replaceState(null, '', '/');
  Object.assign(window, { scrollY: 1_200 });
  savePlace('first');
  jest.clearAllMocks();
});
afterEach(releasePlace);

const holdHasCome = () => act(async () => {});

it('is gone to at once, and held once the code for that has come, until another place is wanted', async () => {
  goToSavedPlace();
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 1_200, behavior: 'instant' });
  await holdHasCome();
  expect(holdPlace).toHaveBeenCalledWith(expect.any(Number), 1_200);
  releasePlace();
  await act(async () => {});
  expect(leave).toHaveBeenCalledTimes(1);
});

it('is not held when another place is wanted before that code has come', async () => {
  goToSavedPlace();
  releasePlace();
  await holdHasCome();
  expect(leave).toHaveBeenCalledTimes(holdPlace.mock.calls.length);
});

it('is not held at the top of a page', async () => {
  sessionStorage.clear();
  goToSavedPlace();
  await holdHasCome();
  expect(window.scrollY).toBe(0);
  expect(holdPlace).not.toHaveBeenCalled();
});
