import { useList } from '@refinedev/core';
import { useGet } from '@wholepage/staff-kit/browser/calls';
import { State } from '@wholepage/staff-kit/browser/screen';
import type { Course } from 'api-wire/office/courses';
import type { EnquiryRow } from 'api-wire/office/inbox';
import { ORDER_STATES, type OrderStatus } from 'api-wire/order-states';

type States<Name extends string> = Readonly<Record<Name, { label: string; tone: string }>>;

export const ENQUIRY_STATES: States<EnquiryRow['status']> = {
  new: { label: 'New', tone: 'accent' },
  answered: { label: 'Answered', tone: 'plain' },
  won: { label: 'Won', tone: 'good' },
  lost: { label: 'Lost', tone: 'plain' },
  spam: { label: 'Spam', tone: 'warn' },
};

export const COURSE_STATES: States<Course['status']> = {
  open: { label: 'Open', tone: 'good' },
  full: { label: 'Full', tone: 'warn' },
  closed: { label: 'Closed', tone: 'plain' },
};

/** A state in a word, in its colour. */
export const Status = ({ label, tone }: { label: string; tone: string }) => <State kind={tone}>{label}</State>;

export const optionsOf = (states: States<string>) =>
  Object.entries(states).map(([state, { label }]) => [state, label] as const);

/** Queries the people to whom enquiries can be assigned. */
export const useColleagues = () =>
  useGet<{ data: { id: string; name: string }[] }>(['colleagues'], '/colleagues', { staleTime: 60_000 }).data?.data;

/** A colleague's name; empty until the list is loaded. People whose access was ended are not in the list. */
export const nameOf = (colleagues: readonly { id: string; name: string }[] | undefined, id: string | null): string =>
  id === null || !colleagues ? '' : (colleagues.find((one) => one.id === id)?.name ?? 'Somebody who left');

const NO_ORDER = { label: 'No order', sentence: 'No order was made.', tone: 'plain' } as const;

export const orderWords = (status: OrderStatus | null) => (status === null ? NO_ORDER : ORDER_STATES[status]);

/** Queries the catalogue: each course's present price, and whether it can be paid for. */
export const useCourses = () => useList<Course>({ resource: 'courses', pagination: { mode: 'off' } });

export const labelOf = (courses: readonly Course[], variant: string): string =>
  courses.find((course) => course.variant === variant)?.label ?? variant;
