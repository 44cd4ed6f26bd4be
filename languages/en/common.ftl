### What many messages use.

# A list is put together from these: a1, b2 and c3; a1, b2 or c3.
list-goes-on = { $first }, { $next }
list-ends-in-and = { $first } and { $next }
list-ends-in-or = { $first } or { $next }

# A rule of a sheet by its number, and what it says.
by-rule = { $rule }: { $text }

these-and-those = { AND($names) }
these-or-those = { OR($names) }
