"""Championships, competitions, and how they are played."""

import django.db.models.deletion
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0092_index_of_orders_by_turn'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Championship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, verbose_name='title')),
                ('ruleset', models.CharField(max_length=30, verbose_name='game')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('pace', models.JSONField(verbose_name='pace')),
                ('group_size', models.PositiveSmallIntegerField(default=8, verbose_name='people in a group')),
                ('meetings', models.PositiveSmallIntegerField(default=1, verbose_name='meetings')),
                ('at_once', models.PositiveSmallIntegerField(default=3, verbose_name='games at once')),
                ('days', models.PositiveSmallIntegerField(default=90, verbose_name='days of a round')),
                ('asks_in_time', models.PositiveSmallIntegerField(default=0, verbose_name='asks to be in time')),
                ('asks_finished', models.PositiveSmallIntegerField(default=0, verbose_name='asks for finished games')),
                ('break_days', models.PositiveSmallIntegerField(default=7, verbose_name='days between two seasons')),
                ('first_begins_at', models.DateTimeField(verbose_name='the first season begins')),
                ('is_open', models.BooleanField(default=True, verbose_name='there will be more seasons')),
            ],
            options={
                'verbose_name': 'championship',
                'verbose_name_plural': 'championships',
                'constraints': [models.CheckConstraint(condition=models.Q(('asks_finished__lte', 20), ('asks_in_time__lte', 9), ('at_once__gte', 1), ('break_days__gte', 1), ('days__gte', 1), ('group_size__gte', 2), ('meetings__gte', 1)), name='championship_terms')],
            },
        ),
        migrations.CreateModel(
            name='Competition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, verbose_name='title')),
                ('ruleset', models.CharField(max_length=30, verbose_name='game')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('pace', models.JSONField(verbose_name='pace')),
                ('group_size', models.PositiveSmallIntegerField(default=8, verbose_name='people in a group')),
                ('meetings', models.PositiveSmallIntegerField(default=1, verbose_name='meetings')),
                ('at_once', models.PositiveSmallIntegerField(default=3, verbose_name='games at once')),
                ('days', models.PositiveSmallIntegerField(default=90, verbose_name='days of a round')),
                ('asks_in_time', models.PositiveSmallIntegerField(default=0, verbose_name='asks to be in time')),
                ('asks_finished', models.PositiveSmallIntegerField(default=0, verbose_name='asks for finished games')),
                ('kind', models.CharField(choices=[('season', 'season'), ('round_robin', 'everybody against everybody'), ('swiss', 'Swiss system'), ('groups', 'groups, then knock-out'), ('knockout', 'knock-out')], max_length=12, verbose_name='kind')),
                ('status', models.CharField(choices=[('entry', 'open for entries'), ('running', 'running'), ('over', 'over'), ('called_off', 'called off')], default='entry', max_length=10)),
                ('championship', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='seasons.championship')),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('table_size', models.PositiveSmallIntegerField()),
                ('rounds', models.PositiveSmallIntegerField(default=0, verbose_name='rounds')),
                ('least_entries', models.PositiveSmallIntegerField(default=2, verbose_name='people at least')),
                ('most_entries', models.PositiveIntegerField(blank=True, null=True, verbose_name='people at most')),
                ('opened_at', models.DateTimeField()),
                ('entry_closes_at', models.DateTimeField(blank=True, null=True)),
                ('begins_at', models.DateTimeField(blank=True, null=True, verbose_name='begins')),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('usual_turns', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('is_rated', models.BooleanField(default=True, verbose_name='counts for the league')),
                ('is_private', models.BooleanField(default=False, verbose_name='only with its link')),
                ('invite_key', models.CharField(default=games.models.game.new_invite_key, max_length=30, unique=True)),
                ('welcomes_bots', models.BooleanField(default=False, verbose_name='house players are welcome')),
                ('for_newcomers', models.BooleanField(default=False, verbose_name='for newcomers alone')),
                ('least_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating at least')),
                ('most_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating at most')),
                ('tie_breaks', models.JSONField(default=list)),
                ('directed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='directed', to=settings.AUTH_USER_MODEL)),
                ('recurs', models.CharField(blank=True, max_length=200, verbose_name='is repeated')),
                ('repeats', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seasons.competition')),
                ('seed', models.BinaryField(default=games.models.game.new_seed)),
                ('form_key', models.CharField(blank=True, default='', max_length=64)),
            ],
            options={
                'verbose_name': 'season or cup',
                'verbose_name_plural': 'seasons and cups',
            },
        ),
        migrations.CreateModel(
            name='Assistant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('competition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='assistants', to='seasons.competition')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assists', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'assistant',
                'verbose_name_plural': 'assistants',
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('competition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='seasons.competition')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
                ('entered_at', models.DateTimeField()),
                ('is_reserve', models.BooleanField(default=False)),
                ('is_lasting', models.BooleanField(default=False)),
                ('at_once', models.PositiveSmallIntegerField(default=3)),
                ('seeding', models.PositiveIntegerField(blank=True, null=True)),
                ('mu', models.FloatField(blank=True, null=True)),
                ('sigma', models.FloatField(blank=True, null=True)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('left', models.CharField(blank=True, choices=[('withdrew', 'withdrew'), ('vanished', 'has not played'), ('disqualified', 'disqualified'), ('replaced', 'replaced')], max_length=12)),
                ('rank', models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('competition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='seasons.competition')),
                ('number', models.PositiveSmallIntegerField()),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('group_count', models.PositiveIntegerField()),
                ('is_drawn', models.BooleanField(default=False)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'stage',
                'verbose_name_plural': 'stages',
            },
        ),
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='seasons.stage')),
                ('number', models.PositiveIntegerField()),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('told', models.PositiveSmallIntegerField(default=0)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'group',
                'verbose_name_plural': 'groups',
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='seasons.group')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='seasons.entrant')),
                ('order', models.PositiveSmallIntegerField()),
                ('rank', models.PositiveSmallIntegerField()),
                ('points', models.PositiveSmallIntegerField(default=0)),
                ('played', models.PositiveSmallIntegerField(default=0)),
                ('wins', models.PositiveSmallIntegerField(default=0)),
                ('ties', models.JSONField(default=list)),
                ('rises', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('falls', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('leads', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('can_rise', models.BooleanField(default=True)),
                ('has_risen', models.BooleanField(default=False)),
                ('moved', models.SmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'place in a group',
                'verbose_name_plural': 'places in groups',
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='seasons.group')),
                ('round', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('waiting', 'waits'), ('running', 'running'), ('played', 'played'), ('adjudicated', 'adjudicated'), ('void', 'does not count')], default='waiting', max_length=12)),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='games.game')),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'fixture',
                'verbose_name_plural': 'fixtures',
            },
        ),
        migrations.CreateModel(
            name='FixtureSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fixture', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='seasons.fixture')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='seasons.member')),
                ('order', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('has_left', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'seat in a fixture',
                'verbose_name_plural': 'seats in fixtures',
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='seasons.competition')),
                ('what', models.CharField(choices=[('postpone', 'postpone the end'), ('replace', 'give the place to somebody else'), ('adjudicate', 'adjudicate a game'), ('annul', 'annul a game'), ('warn', 'warn'), ('disqualify', 'disqualify'), ('message', 'write to all'), ('call_off', 'call off')], max_length=12)),
                ('reason', models.CharField(max_length=1000, verbose_name='reason')),
                ('fixture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='seasons.fixture')),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='seasons.entrant')),
                ('successor', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seasons.entrant')),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('places', models.JSONField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
                'permissions': [('direct', 'Can direct all seasons and cups')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='EndedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='games.game')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(fields=['status', 'begins_at'], name='competition_due'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(fields=['status', '-opened_at', '-id'], name='competition_newest'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('recurs', ''), _negated=True), fields=['id'], name='competition_recurs'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(condition=models.Q(('championship__isnull', False)), fields=('championship', 'number'), name='competition_season'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(condition=models.Q(('form_key', ''), _negated=True), fields=('directed_by', 'form_key'), name='competition_one_of_a_form'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(condition=models.Q(('repeats__isnull', False)), fields=('repeats',), name='competition_repeated_once'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('championship__isnull', False), ('kind', 'season'), ('number__gte', 1), ('begins_at__isnull', False)), models.Q(models.Q(('kind', 'season'), _negated=True), ('championship', None), ('directed_by__isnull', False)), _connector='OR'), name='competition_is_somebodys'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('begins_at__isnull', False), ('most_entries__isnull', False), _connector='OR'), name='competition_begins'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('entry_closes_at', None), ('entry_closes_at__lte', models.F('begins_at')), _connector='OR'), name='competition_entry_closes'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('began_at', None), ('status__in', ['entry', 'called_off'])), models.Q(('began_at__isnull', False), ('status__in', ['running', 'over'])), _connector='OR'), name='competition_began'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('status', 'over')), models.Q(models.Q(('status', 'over'), _negated=True), ('ended_at', None)), _connector='OR'), name='competition_ended'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('group_size__gte', models.F('table_size')), ('table_size__gte', 2), ('at_once__gte', 1), ('days__gte', 1), ('meetings__gte', 1)), name='competition_terms'),
        ),
        migrations.AddConstraint(
            model_name='assistant',
            constraint=models.UniqueConstraint(fields=('competition', 'person'), name='assistant_once'),
        ),
        migrations.AddIndex(
            model_name='entrant',
            index=models.Index(fields=['person', '-entered_at'], name='entry_of_person'),
        ),
        migrations.AddIndex(
            model_name='entrant',
            index=models.Index(condition=models.Q(('is_reserve', True), ('left_at', None)), fields=['competition', 'entered_at'], name='entry_in_reserve'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('competition', 'person'), name='entry_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('seeding__isnull', False)), fields=('competition', 'seeding'), name='entry_seeding'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('left', ''), ('left_at', None)), models.Q(('left_at__isnull', False), models.Q(('left', ''), _negated=True)), _connector='OR'), name='entry_left'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('at_once__gte', 1)), name='entry_at_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('is_reserve', False), ('seeding', None), _connector='OR'), name='entry_reserve_not_drawn'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('mu', None), ('sigma', None)), models.Q(('mu__isnull', False), ('sigma__isnull', False)), _connector='OR'), name='entry_rating'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('group', 'number'), name='fixture_once'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('began_at', None), ('game', None), ('settled_at', None), ('status', 'waiting')), models.Q(('game__isnull', False), ('settled_at', None), ('status', 'running')), models.Q(('game__isnull', False), ('status__in', ['played', 'adjudicated']), ('settled_at__isnull', False)), models.Q(('settled_at__isnull', False), ('status', 'void')), _connector='OR'), name='fixture_status'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('group', 'order'), name='member_order'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('group', 'entry'), name='member_once'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('moved__gte', -1), ('moved__lte', 1)), name='member_moved'),
        ),
        migrations.AddConstraint(
            model_name='fixtureseat',
            constraint=models.UniqueConstraint(fields=('fixture', 'order'), name='fixture_seat_order'),
        ),
        migrations.AddConstraint(
            model_name='fixtureseat',
            constraint=models.UniqueConstraint(fields=('fixture', 'member'), name='fixture_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ruling_has_reason'),
        ),
        migrations.AddIndex(
            model_name='stage',
            index=models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['ends_at'], name='stage_open'),
        ),
        migrations.AddIndex(
            model_name='stage',
            index=models.Index(condition=models.Q(('is_drawn', False)), fields=['id'], name='stage_undrawn'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('competition', 'number'), name='stage_once'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('begins_at'))), name='stage_takes_time'),
        ),
        migrations.AddIndex(
            model_name='group',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='group_due'),
        ),
        migrations.AddIndex(
            model_name='group',
            index=models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['stage'], name='group_unsettled'),
        ),
        migrations.AddConstraint(
            model_name='group',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='group_once'),
        ),
    ]
