// Everything that moves on our pages: htmx first, then the elements.
import "./htmx";
import "./elements/connection-pill";
import "./elements/copy-button";
import "./elements/nav-sheet";
import "./elements/theme-switch";
import "./elements/toast-stack";
