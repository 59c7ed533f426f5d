import { eq, sql } from 'drizzle-orm';
import { COURSE_CATALOGUE, type CourseVariant } from '../../wire/orders';
import type { Db } from '../db/database';
import { COURSES, courseChanges, courses } from '../db/tables/courses-schema';
import { type Course, readCourse } from './read';

/** What the owner may change of a course. */
export type CoursePatch = Partial<Pick<Course, 'priceInRupees' | 'plusTax' | 'status'>>;

/** Who changes it, and why. */
export interface Author {
  by: string;
  reason?: string | undefined;
}

/** Puts the courses that the catalogue does not have yet into it, at the prices of the content. */
export async function seedCatalogue(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = COURSES.map((variant) => {
      const { priceInRupees, plusTax } = COURSE_CATALOGUE[variant];
      return { variant, priceInRupees, plusTax };
    });
    const added = await tx.insert(courses).values(rows).onConflictDoNothing().returning();
    if (added.length > 0)
      await tx
        .insert(courseChanges)
        .values(added.map(({ updatedAt: _at, ...facts }) => ({ ...facts, changedBy: 'the content' })));
  });
}

/** Changes a course and notes who did; orders that are made from now on follow. @returns the course as it is now */
export function changeCourse(db: Db, variant: CourseVariant, patch: CoursePatch, author: Author): Promise<Course> {
  return db.transaction(async (tx) => {
    await tx.select().from(courses).where(eq(courses.variant, variant)).for('update');
    const { priceInRupees, plusTax, status } = { ...(await readCourse(tx, variant)), ...patch };
    const facts = { priceInRupees, plusTax, status };
    await tx
      .insert(courses)
      .values({ variant, ...facts })
      .onConflictDoUpdate({ target: courses.variant, set: { ...facts, updatedAt: sql`now()` } });
    await tx.insert(courseChanges).values({ variant, ...facts, changedBy: author.by, reason: author.reason ?? null });
    return readCourse(tx, variant);
  });
}
