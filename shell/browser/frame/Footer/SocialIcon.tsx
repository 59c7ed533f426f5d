/** Line drawings of the networks' signs, by the name that the company file gives. */
const PATHS: Record<string, string> = {
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm5.2-1.6h.1',
  facebook:
    'M14.5 21v-8h3l.5-3.5h-3.5V7.4c0-1.2.5-1.9 2-1.9H18V2.6C17.600 2.500 16.700 2.400 15.700 2.400c-2.800 0-4.500 1.600-4.500 4.500v2.600H8V13h3.200v8',
  linkedin:
    'M4 9.500h3.500V20H4Zm1.800-5.300v.1M10.500 20V9.500H14v1.700c.6-1 1.700-2 3.400-2 2.500 0 3.600 1.600 3.600 4.300V20h-3.500v-6c0-1.500-.5-2.300-1.700-2.300-1.300 0-1.800 1-1.800 2.300v6Z',
  youtube:
    'M4 6.500C7 5.700 17 5.700 20 6.500c1.300 2.500 1.300 8.500 0 11-3 .8-13 .8-16 0-1.300-2.500-1.300-8.500 0-11Zm6.200 2.900v5.200l4.600-2.600Z',
  x: 'M4 4l16 16M20 4 4 20',
};

export function SocialIcon({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
    >
      <path d={PATHS[name] ?? 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z'} />
    </svg>
  );
}
