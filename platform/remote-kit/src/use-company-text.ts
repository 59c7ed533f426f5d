import { fill } from 'contracts/company-text';
import { useRemote } from './remote-context';

/** {@link fill} with the company of this site. */
export function useFill(): (text: string) => string {
  const { company } = useRemote().config;
  return (text) => fill(text, company);
}
