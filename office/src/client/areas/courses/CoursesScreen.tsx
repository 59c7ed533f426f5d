import { json } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog, SelectField, TextField } from '@wholepage/staff-kit/browser/forms';
import { Failure, Screen, State } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { inUnits, isSame, nameOf, ofUnits, spell } from 'api-wire/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../components/act';
import { type Column, filteredPath, ListTable } from '../../components/FilteredList';
import { holds } from '../../data/site';
import { COURSE_STATUS, type Course, useCourses } from './words';

const KIND = { open: 'good', full: 'warn', closed: 'plain' } as const;

function CourseDialog({ course, onClose }: { course: Course; onClose(): void }) {
  const [price, setPrice] = useState(String(inUnits(course.price)));
  const [status, setStatus] = useState<string>(course.status);
  const [place, setPlace] = useState(course.place ?? '');
  const [dates, setDates] = useState(course.next_dates ?? '');
  const [reason, setReason] = useState('');
  const { currency } = course.price;
  const wanted = ofUnits(Number(price), currency);
  const save = useAct({
    act: () =>
      json('PATCH', `/office/courses/${course.variant}`, {
        ...(!isSame(wanted, course.price) && { price: wanted }),
        ...(status !== course.status && { status }),
        ...(place !== (course.place ?? '') && { place }),
        ...(dates !== (course.next_dates ?? '') && { next_dates: dates }),
        ...(reason && { reason }),
        version: course.version,
      }),
    done: `${course.label} is changed. The site says so from now on.`,
    resources: ['courses'],
  });
  return (
    <Dialog
      title={`Change ${course.label}`}
      action={`Change ${course.label}`}
      {...acting(save, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField label="Enrolment" value={status} options={COURSE_STATUS} onChange={setStatus} />
      <TextField
        label={`Price in ${nameOf(currency)}`}
        type="number"
        min={1}
        step={1}
        required
        value={price}
        hint={`${course.plus_tax ? 'Tax comes on top. ' : ''}A new price counts for orders from now on.`}
        onChange={setPrice}
      />
      <TextField label="Place" value={place} maxLength={60} onChange={setPlace} />
      <TextField
        label="Next dates"
        value={dates}
        maxLength={120}
        hint="Shown on the course's page. Empty: it says that dates are agreed after the payment."
        onChange={setDates}
      />
      <TextField label="Reason, for your own records" value={reason} maxLength={200} onChange={setReason} />
    </Dialog>
  );
}

/** What courses cost, and whether people can enrol. */
export function CoursesScreen() {
  const me = useMe();
  const { result, query } = useCourses();
  const [variant, setVariant] = useState<string>();
  const changing = result.data.find((course) => course.variant === variant);
  const columns: Column<Course>[] = [
    {
      header: 'Course',
      show: ({ variant, label }) => <Link to={filteredPath('/enrolments', 'course', variant)}>{label}</Link>,
    },
    {
      header: 'Price',
      isNumber: true,
      show: ({ price, plus_tax: plusTax }) => `${spell(price)}${plusTax ? ' + tax' : ''}`,
    },
    {
      header: 'Enrolment',
      show: ({ status }) => <State kind={KIND[status]}>{new Map(COURSE_STATUS).get(status)}</State>,
    },
    ...(holds(me, 'owner')
      ? [
          {
            header: 'Change',
            show: (course: Course) => (
              <button type="button" onClick={() => setVariant(course.variant)}>
                Change {course.label}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Screen title="Courses">
      <p className="hint">A course that is full or closed is shown on the site, and nobody can pay for it.</p>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {result.data.length > 0 && (
        <ListTable caption="Courses" rows={result.data} columns={columns} idOf={({ variant }) => variant} />
      )}
      {changing && <CourseDialog course={changing} onClose={() => setVariant(undefined)} />}
    </Screen>
  );
}
