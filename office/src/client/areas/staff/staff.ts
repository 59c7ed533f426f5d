/** The area of people, their rights and what they did: loaded when somebody first goes there. */
export { AccountScreen } from './AccountScreen';
export { AuditScreen } from './AuditScreen';
export { DataProtectionScreen } from './DataProtectionScreen';
export { PeopleScreen } from './PeopleScreen';
