/** The store's mark: a tractor in two strokes and two wheels. */
export const Mark = () => (
  <svg viewBox="0 0 56 40" width="56" height="40" aria-hidden="true">
    <path fill="#a5361f" d="M6 6h16a3 3 0 0 1 3 2.600L26 15l18 2.400c3 .4 5 2.600 5 5.600v7H12L8 16z" />
    <path fill="#1c241f" d="M36 6h3.500v11H36z" />
    <circle cx="17" cy="27" r="12" fill="#1c241f" />
    <circle cx="17" cy="27" r="6" fill="#f0b93a" />
    <circle cx="45" cy="31.500" r="7.500" fill="#1c241f" />
    <circle cx="45" cy="31.500" r="3.500" fill="#f0b93a" />
  </svg>
);
