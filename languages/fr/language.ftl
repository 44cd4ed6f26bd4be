# Le nom de la langue pour ceux qui la parlent.
name = Français

# Guillemets et espaces. Le reste se tape simplement : « ainsi », l'un, « oui ! ».
typography =
    .inner = ’
    .apostrophe = ’
    .thin-before = ;!?»
    .thin-after = «
    .wide-before = :%
    .decimal = ,
