import type { ButtonIconName } from '../../content/records';
import styles from './ButtonIcon.module.css';

interface ButtonIconProps {
  /** As the sector's content names it. */
  name: ButtonIconName;
}

/** One stroke each, on a grid of 24. */
const PATHS: Record<ButtonIconName, string> = {
  needle: 'M3 21 17.5 6.5M15.8 8.2c-1.4-1.4 2.6-5.6 4-4.2s-2.6 5.6-4 4.2ZM3 12c3-4 5-4 7-1s4 3 6 7',
  bell: 'M3 18h18M5 18a7 7 0 0 1 14 0M12 11V8M10 7.5h4',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12ZM8.2 8.2h.1',
  chevron: 'M4 17l8-7 8 7M4 11l8-7 8 7',
  wing: 'M2 8c7-1 9 1 10 6 1-5 3-7 10-6-1 4-4 6-7 6M2 8c1 4 4 6 7 6M12 14v4',
  cross: 'M9.5 3h5v6.5H21v5h-6.5V21h-5v-6.5H3v-5h6.5Z',
  pencil: 'M4 20l1.2-5L16 4l4 4L9 18.8ZM13.5 6.5l4 4',
  arrow: 'M3 12h17M14 5.5 20.5 12 14 18.5',
};

/** A drawn mark beside a button's words. */
export function ButtonIcon({ name }: ButtonIconProps) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
