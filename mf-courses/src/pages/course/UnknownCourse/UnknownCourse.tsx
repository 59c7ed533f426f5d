import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { courses } from '../../../content/courses';
import styles from './UnknownCourse.module.css';

/** No course has this id. */
export function UnknownCourse() {
  return (
    <div className={styles.page}>
      <Heading level={1} size="display">
        404 not found
      </Heading>
      <p className={styles.text}>There is no course under this address. These are the ones that we teach:</p>
      <ul className={styles.list}>
        {courses.map(({ id, title }) => (
          <li key={id}>
            <a href={`/courses/${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      <LinkButton href="/courses" variant="secondary">
        All courses
      </LinkButton>
    </div>
  );
}
