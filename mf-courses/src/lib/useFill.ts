import { useRemote } from 'contracts/react';
import { fill } from './fill';

/** {@link fill} with the company of this site. */
export function useFill(): (text: string) => string {
  const { company } = useRemote().config;
  return (text) => fill(text, company);
}
