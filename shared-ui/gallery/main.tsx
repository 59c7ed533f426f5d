import '../src/styles/index.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery';

const root = document.getElementById('gallery');
if (!root) throw new Error('The gallery page has no element with the id "gallery".');
createRoot(root).render(<Gallery path={location.pathname} />);
