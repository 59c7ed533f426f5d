/** The area of the site's facts: loaded when somebody first goes there. */
export { FactScreen } from './FactScreen';
