import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

/** Width of the light margin in modules, as the QR code standard requires. */
const MARGIN = 4;

/** QR code of an address. It is dark on light in dark mode too, because cameras read that better. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const rows = Array.from({ length: count }, (_, row) => row);
    const dark = rows.flatMap((row) =>
      rows.flatMap((column) => (code.isDark(row, column) ? [`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`] : [])),
    );
    return { size: count + 2 * MARGIN, path: dark.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
