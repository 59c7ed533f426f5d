/** Loads React whole and shares it, even from a layout without React. Our own module: the bundler analyses no exports of it. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom/client';
