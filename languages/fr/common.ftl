### Ce dont beaucoup de messages se servent.

list-goes-on = { $first }, { $next }
list-ends-in-and = { $first } et { $next }
list-ends-in-or = { $first } ou { $next }

by-rule = { $rule } : { $text }

these-and-those = { AND($names) }
these-or-those = { OR($names) }
