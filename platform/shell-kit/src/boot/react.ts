/** Runs React. A module of ours, for of one that is shared the bundler would have to find out what it exports. */
import 'react-dom/client';
