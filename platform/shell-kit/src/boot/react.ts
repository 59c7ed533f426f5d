/** Runs React, and shares all of it, also from a layout that has no part of its own made with it. A module of ours, for of one that is shared the bundler would have to find out what it exports. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom/client';
