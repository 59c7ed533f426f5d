import type { Enquiry } from 'api-wire/office/inbox';
import { size } from '../../../data/format';

/** Files of the visitor. They come from an origin without a session; pictures were re-encoded when they came. */
export function EnquiryFiles({ enquiry: { id, files } }: { enquiry: Enquiry }) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map((file) => {
        const address = `/enquiry-files/${id}/${file.id}`;
        const isPicture = file.media_type.startsWith('image/');
        return (
          <li key={file.id}>
            <a href={address} target="_blank" rel="noreferrer">
              {isPicture && <img src={address} alt="" loading="lazy" />}
              {isPicture ? 'Open' : 'Download'} {file.name}
            </a>
            <p className="hint">{size(file.bytes)}</p>
          </li>
        );
      })}
    </ul>
  );
}
